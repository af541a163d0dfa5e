//! Serves the template puzzle, for work on the page.
use tremaux_server::{Config, Server};
fn main() {
    let port = std::env::args().nth(1).and_then(|p| p.parse().ok()).unwrap_or(0);
    let server = Server::bind(&[&tremaux_puzzles::null::Null], Config::local(port)).unwrap();
    println!("{}", server.url().unwrap());
    server.run_until_signal().unwrap();
}
