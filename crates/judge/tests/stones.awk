# Crosses rows of stepping stones; -v mistake=NAME makes one mistake.

{ for (i = 1; i <= NF; i++) number[++count] = $i }

END {
    for (at = 1; number[at] > 0; at += size + 1) {
        size = number[at]
        if (mistake == "crash" && size >= 3) system("kill -9 $PPID")
        while (mistake == "hang" && size >= 4) {}
        if (mistake != "not cleared") split("", seen)
        split("", back)
        back[1] = 0
        for (here = 1; here <= size; here++)
            for (step = 1; step <= (mistake == "one step" ? 1 : 2); step++) {
                there = here + step
                dry = number[at + there] == 0 || mistake == "wet feet" && there == size
                if (here in back && there <= size && dry && !(there in back) && !(there in seen)) {
                    back[there] = here
                    seen[there] = 1
                }
            }
        way = size in back ? "" : "-1 "
        if (size in back) for (here = size; here > 0; here = back[here]) way = here " " way
        print way (mistake == "extra" ? 7 : "")
    }
}
