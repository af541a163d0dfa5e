//! The one palette: every colour, glyph and hatch that any output shows.
//!
//! The hues are those of Okabe and Ito, chosen so that readers with any kind of colour blindness
//! distinguish them; and since a hue may still be lost (print, grey screens), each [`CellState`] has a
//! tile with a shape of its own and a glyph of its own. A tile is a list of shapes on a square of
//! [`CELL`] units: SVG, PNG, GIF and HTML all paint from it, the terminal takes the glyph.

use crate::model::CellState;

/// Side of a cell in the units of all shapes.
pub(crate) const CELL: i32 = 40;

/// What a shape is painted with. Outputs map it to a colour for a light or a dark page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Ink {
    /// The page and the vacant square.
    Paper,
    /// Every second square of a checkered board.
    Shade,
    /// The thin lines between cells without walls.
    Grid,
    /// Walls, numbers and letters.
    Wall,
    /// A solid block.
    Block,
    /// The outline that a broken block leaves.
    Rubble,
    /// Start.
    Start,
    /// Goal, and the cross over a broken block.
    Goal,
    /// A square of the path.
    Path,
    /// The line of the path.
    Line,
    /// The newest cell.
    Head,
    /// A square that the search retreated from.
    Retreat,
}

pub(crate) type Rgb = [u8; 3];

impl Ink {
    pub(crate) const ALL: [Ink; 12] = [
        Ink::Paper,
        Ink::Shade,
        Ink::Grid,
        Ink::Wall,
        Ink::Block,
        Ink::Rubble,
        Ink::Start,
        Ink::Goal,
        Ink::Path,
        Ink::Line,
        Ink::Head,
        Ink::Retreat,
    ];

    /// The name used as a class in SVG and HTML.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Ink::Paper => "paper",
            Ink::Shade => "shade",
            Ink::Grid => "grid",
            Ink::Wall => "wall",
            Ink::Block => "block",
            Ink::Rubble => "rubble",
            Ink::Start => "start",
            Ink::Goal => "goal",
            Ink::Path => "path",
            Ink::Line => "line",
            Ink::Head => "head",
            Ink::Retreat => "retreat",
        }
    }

    /// Colour on a light and on a dark page.
    pub(crate) fn colours(self) -> (Rgb, Rgb) {
        match self {
            Ink::Paper => ([0xff, 0xff, 0xff], [0x16, 0x1a, 0x20]),
            Ink::Shade => ([0xec, 0xea, 0xe4], [0x24, 0x2a, 0x33]),
            Ink::Grid => ([0xdc, 0xda, 0xd4], [0x33, 0x3a, 0x45]),
            Ink::Wall => ([0x1b, 0x1f, 0x24], [0xe8, 0xea, 0xed]),
            Ink::Block => ([0x86, 0x8d, 0x97], [0x5d, 0x66, 0x73]),
            Ink::Rubble => ([0x9a, 0xa0, 0xa8], [0x6b, 0x73, 0x7f]),
            Ink::Start => ([0x00, 0x9e, 0x73], [0x1f, 0xb8, 0x8c]),
            Ink::Goal => ([0xd5, 0x5e, 0x00], [0xf0, 0x7a, 0x1e]),
            Ink::Path => ([0x56, 0xb4, 0xe9], [0x56, 0xb4, 0xe9]),
            Ink::Line => ([0x00, 0x72, 0xb2], [0x56, 0xb4, 0xe9]),
            Ink::Head => ([0xe6, 0x9f, 0x00], [0xf0, 0xb0, 0x20]),
            Ink::Retreat => ([0xcc, 0x79, 0xa7], [0xcc, 0x79, 0xa7]),
        }
    }
}

/// A shape of a tile, measured from the cell's north-west corner.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A filled square this far from the cell's sides, with corners rounded by the second number.
    Square(i32, i32),
    /// The same, painted thinly, so that the board shines through.
    Tint(i32, i32),
    /// A filled circle of this radius around the centre.
    Disc(i32),
    /// A circle of this radius around the centre, drawn with a pen of the second number's width.
    Ring(i32, i32),
    /// A stroke between two points with a pen of this width.
    Stroke([i32; 4], i32),
}

/// How much of a [`Part::Tint`]'s colour covers what lies below, in percent.
pub(crate) const TINT_PERCENT: u32 = 28;

/// All that is known of how a [`CellState`] is shown.
pub(crate) struct Appearance {
    /// For the terminal: with all of Unicode, and in plain ASCII.
    pub glyph: char,
    pub ascii: char,
    /// Colours of the terminal's table of 256: text and background.
    pub ansi: Option<(u8, u8)>,
    /// For pictures.
    pub tile: &'static [(Ink, Part)],
}

/// Every look, in the order of their numbers in the HTML player.
pub(crate) const LOOKS: [CellState; 8] = [
    CellState::Vacant,
    CellState::Block,
    CellState::Broken,
    CellState::Start,
    CellState::Goal,
    CellState::Path,
    CellState::Head,
    CellState::Retreat,
];

/// How a look is shown.
pub(crate) fn appearance(look: CellState) -> Appearance {
    use Part::{Disc, Ring, Square, Stroke, Tint};
    match look {
        CellState::Vacant => Appearance { glyph: '·', ascii: '.', ansi: None, tile: &[] },
        CellState::Block => {
            Appearance {
                glyph: '█', ascii: '#', ansi: Some((243, 243)), tile: &[(Ink::Block, Square(2, 4))]
            }
        }
        CellState::Broken => Appearance {
            glyph: '✗',
            ascii: 'x',
            ansi: Some((166, 252)),
            tile: &[
                (Ink::Rubble, Tint(2, 4)),
                (Ink::Goal, Stroke([10, 10, 30, 30], 4)),
                (Ink::Goal, Stroke([30, 10, 10, 30], 4)),
            ],
        },
        CellState::Start => Appearance {
            glyph: 'S',
            ascii: 'S',
            ansi: Some((16, 36)),
            tile: &[(Ink::Start, Tint(0, 0)), (Ink::Start, Ring(13, 4))],
        },
        CellState::Goal => Appearance {
            glyph: 'G',
            ascii: 'G',
            ansi: Some((16, 166)),
            tile: &[(Ink::Goal, Tint(0, 0)), (Ink::Goal, Ring(14, 4)), (Ink::Goal, Disc(6))],
        },
        CellState::Path => Appearance {
            glyph: '•',
            ascii: 'o',
            ansi: Some((16, 74)),
            tile: &[(Ink::Path, Tint(0, 0)), (Ink::Line, Disc(4))],
        },
        CellState::Head => Appearance {
            glyph: '◆',
            ascii: '@',
            ansi: Some((16, 214)),
            tile: &[(Ink::Head, Tint(0, 0)), (Ink::Head, Disc(14))],
        },
        CellState::Retreat => Appearance {
            glyph: '░',
            ascii: '?',
            ansi: Some((16, 175)),
            tile: &[
                (Ink::Retreat, Tint(0, 0)),
                // Stripes that run on into the neighbouring cell.
                (Ink::Retreat, Stroke([0, 20, 20, 0], 1)),
                (Ink::Retreat, Stroke([0, 40, 40, 0], 1)),
                (Ink::Retreat, Stroke([20, 40, 40, 20], 1)),
            ],
        },
    }
}
