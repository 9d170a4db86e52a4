// SPDX-License-Identifier: MIT
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "read_json.hpp"

#include "child.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace thrustline::test;

namespace {

/// A saw of 10 teeth: its tips lie 3 above their chords, its foot points on one line.
std::string saw() {
  std::string text = "id,x,y\n";
  for (int tooth = 0; tooth < 10; ++tooth)
    text += "0," + std::to_string(8 * tooth) + ",0\n0," + std::to_string(8 * tooth + 4) + ",3\n";
  return text + "0,80,0\n1,0,0\n1,1,0.5\n1,2,0\n";
}

std::vector<std::string> keys_of(nlohmann::ordered_json const& object) {
  std::vector<std::string> keys;
  for (auto const& item : object.items())
    keys.push_back(item.key());
  return keys;
}

} // namespace

TEST_CASE("Report: --json prints one object with these members") {
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write("in.csv", saw()), folder.path("out.csv"), "--tolerance", "1",
                                 "--json", "--threads", "1"});
  REQUIRE(run.status == 0);
  CHECK(run.err == "");
  const auto report = read_ordered_json(run.out);
  CHECK(keys_of(report) == std::vector<std::string>{"points_in", "points_out", "series", "tolerance", "metric",
                                                    "engine", "device", "levels", "seconds", "max_deviation",
                                                    "rings_completed", "points_for_rings", "rings_made_crossing"});
  CHECK(report["points_in"] == 24);
  CHECK(report["points_out"] == 23); // all of the saw, the ends of the other
  CHECK(report["series"] == 2);
  CHECK(report["tolerance"] == 1.0);
  CHECK(report["metric"] == "segment");
  CHECK(report["engine"] == "recursive"); // what few points get on a CPU
  CHECK(report["device"].get<std::string>().find("cpu, 1 thread") == 0);
  CHECK(report["levels"].get<int>() >= 5); // 21 points in a tree of pairs
  CHECK(report["max_deviation"] == 0.5);
  CHECK(report["rings_completed"] == 0);
  CHECK(report["points_for_rings"] == 0);
  CHECK(report["rings_made_crossing"] == 0);
  CHECK(keys_of(report["seconds"]) == std::vector<std::string>{"read", "compute", "write"});
  for (auto const& seconds : report["seconds"])
    CHECK((seconds.get<double>() > 0 && seconds.get<double>() < 60));
}

TEST_CASE("Report: the help names all members") {
  const scratch_folder folder;
  const std::string help = run_program({"simplify", "--help"}).out, out = folder.path("out.wkt"),
                    in = folder.write("in.wkt", "POLYGON ((0 0, 4 0, 4 0, 0 0))\nPOLYGON ((0 9, 1 9, 1 8, 0 9))\n");
  const std::vector<std::vector<std::string>> runs{
      {"simplify", in, out, "--json", "--topology", "--count", "3"},
      {"simplify", in, out, "--json", "--overwrite", "--topology", "--tolerance", "0"},
      {"simplify", in, out, "--json", "--overwrite", "--small-rings", "drop", "--tolerance", "5"},
      {"simplify", folder.write("in.csv", "x,y\n0,0\n,\n1,1\n"), folder.path("out.csv"), "--json", "--invalid", "skip",
       "--tolerance", "1"}};
  std::set<std::string> seen;
  const auto check_named = [&](nlohmann::ordered_json const& object) {
    for (std::string const& key : keys_of(object)) {
      CHECK_MESSAGE(help.find(key, help.find("The report of --json")) != std::string::npos, key);
      seen.insert(key);
    }
  };
  for (std::vector<std::string> const& words : runs) {
    const ended run = run_program(words);
    REQUIRE(run.status == 0);
    const auto report = read_ordered_json(run.out);
    check_named(report);
    if (report.contains("topology")) {
      check_named(report["topology"]);
      check_named(report["topology"]["input"]);
    }
  }
  for (const char* key :
       {"rings_collapsed", "rings_dropped", "rows_skipped", "points_asked", "closures", "near_places"})
    CHECK_MESSAGE(seen.count(key) == 1, key);
}

TEST_CASE("Report: names the engine and the metric that ran") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", saw());
  for (const char* engine : {"recursive", "composed", "bounded"}) {
    for (const char* metric : {"segment", "line", "vertical"}) {
      const ended run = run_program({"simplify", in, folder.path("out.csv"), "-t", "1", "--json", "--overwrite",
                                     "--engine", engine, "--metric", metric});
      REQUIRE(run.status == 0);
      const auto report = read_json(run.out);
      CHECK(report["engine"] == engine);
      CHECK(report["metric"] == metric);
    }
  }
}

TEST_CASE("Report: a readable line goes to standard error") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", saw());
  const ended run = run_program({"simplify", in, folder.path("out.csv"), "--tolerance", "1"});
  CHECK(run.status == 0);
  CHECK(run.out == "");
  CHECK(run.err.find("24 points -> 23 (95.8 %), max deviation 0.5 <= 1, read ") == 0);

  const ended quiet = run_program({"simplify", in, folder.path("quiet.csv"), "--tolerance", "1", "-q"});
  CHECK(quiet.out + quiet.err == "");

  const ended verbose = run_program({"simplify", in, folder.path("verbose.csv"), "--tolerance", "1", "-v"});
  CHECK(verbose.err.find("reading " + in) == 0);
  CHECK(verbose.err.find("simplifying 24 points in 2 series on ") != std::string::npos);
}

TEST_CASE("Report: distances whose squares no double holds are noted") {
  const scratch_folder folder;
  const auto note_of = [&](const char* text, const char* tolerance) {
    return run_program({"simplify", folder.write("in.csv", text), "-", "--tolerance", tolerance}).err;
  };
  const std::string far = "note: a dropped point is ", scale = "overflow or underflow; scale the coordinates\n";
  for (std::string const& note : {note_of("x,y\n0,0\n1e200,1e198\n2e200,1e200\n3e200,0\n", "1e199"),
                                  note_of("x,y\n0,0\n1e-200,0\n2e-200,1e-200\n3e-200,0\n", "1e-201")}) {
    CHECK(note.find(far) == 0);
    CHECK(note.find(scale) != std::string::npos);
  }
  CHECK(note_of("x,y\n0,0\n1,0.3\n2,0\n", "0.3").find("note") == std::string::npos);
}

TEST_CASE("Report: an infinite tolerance is a string in JSON") {
  const scratch_folder folder;
  const ended run =
      run_program({"simplify", folder.write("in.csv", saw()), folder.path("out.csv"), "--tolerance", "inf", "--json"});
  REQUIRE(run.status == 0);
  const auto report = read_json(run.out);
  CHECK(report["tolerance"] == "inf");
  CHECK(report["points_out"] == 4);
  CHECK(report["max_deviation"] == 3.0);
}

TEST_CASE("Report: no points have no shares") {
  const scratch_folder folder;
  const auto run_on = [&](std::string const& name, std::string const& text, std::vector<std::string> const& options) {
    std::vector<std::string> all{
        "simplify", folder.write(name, text), folder.path("out-" + name), "-t", "1", "--overwrite",
        "--plot",   folder.path("plot.svg")};
    all.insert(all.end(), options.begin(), options.end());
    const ended run = run_program(all);
    CHECK(run.status == 0);
    return run;
  };
  const ended empty = run_on("in.csv", "x,y\n", {});
  CHECK(empty.err.find("no points to simplify, read ") == 0);
  CHECK(empty.err.find('%') == std::string::npos);
  const std::string svg = folder.read("plot.svg");
  CHECK(svg.find(">no points<") != std::string::npos);
  CHECK(svg.find("100 %</") == std::string::npos);
  CHECK(run_on("in.csv", "x,y\n", {"--stats", "-q"}).err == "kept        nothing: no points in 1 series\n");
  CHECK(run_on("in.csv", "x,y\n5,5\n", {}).err.find("1 point -> 1 (100 %)") == 0);
}

TEST_CASE("Report: a file without lines is noted") {
  const scratch_folder folder;
  const std::string note = " holds no line\n";
  for (auto const& [name, text] : {std::pair{"in.geojson", R"({"type":"Point","coordinates":[1,2]})"},
                                   {"in.geojson", R"({"type":"FeatureCollection","features":[]})"},
                                   {"in.wkt", "POINT (1 2)\n"},
                                   {"in.csv", "id,x,y\n"}}) {
    const std::string in = folder.write(name, text), out = folder.path(std::string("out-") + name);
    CHECK(run_program({"simplify", in, out, "-t", "1", "--overwrite"}).err.find("note: " + in + note) == 0);
    const ended json = run_program({"simplify", in, out, "-t", "1", "--overwrite", "--json"});
    CHECK(json.err == "note: " + in + note);
    CHECK(read_json(json.out)["points_in"] == 0);
    CHECK(run_program({"simplify", in, out, "-t", "1", "--overwrite", "-q"}).err == "");
  }
  const std::string line = folder.write("line.geojson", R"({"type":"LineString","coordinates":[[0,0],[1,1]]})");
  CHECK(run_program({"simplify", line, folder.path("out.geojson"), "-t", "1"}).err.find(note) == std::string::npos);
}

TEST_CASE("Report: --stats") {
  // Four points are left out: 0.5, 0.25 and 0 from their chord in the one series, 0.75 in the other.
  const std::string text = "id,x,y\n0,0,0\n0,1,0.5\n0,2,0.25\n0,3,0\n0,9,0\n1,0,0\n1,1,0.75\n1,9,0\n";
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write("in.csv", text), folder.path("out.csv"), "-t", "1", "--stats",
                                 "-q", "--metric", "line"});
  CHECK(run.status == 0);
  const auto says = [&](std::string const& what) {
    INFO(run.err);
    CHECK(run.err.find(what) != std::string::npos);
  };
  says("50 %: 4 of 8 points");
  says("2, the longest of 5 points");
  says("million points/s");
  says("max 0.75, tolerance 1, metric line");
  says("of the 4 points left out: mean 0.375, median 0.5, 95 % below 0.75");
}

TEST_CASE("Report: a long run shows progress on a terminal only") {
  const scratch_folder folder;
  // The input is delayed, so the run is long.
  const std::string slow = "(sleep 1.5; cat " + folder.write("in.csv", saw()) + ") | $THRUSTLINE simplify - ";
  const ended plain = run_shell(slow + folder.path("out.csv") + " --format csv -t 1");
  CHECK(plain.status == 0);
  CHECK(plain.err.find("24 points -> 23") == 0);

  if (run_shell("command -v script").status != 0)
    return skip("the progress line: no program called script, which makes a terminal");
  const auto on_terminal = [&](std::string const& options) {
    folder.write("run.sh", slow + folder.path("out.csv") + " --format csv -t 1 --overwrite " + options);
    return run_shell("script -qec 'sh " + folder.path("run.sh") + "' /dev/null").out;
  };
  const std::string shown = on_terminal(""), gone = "\r\033[K";
  CHECK(shown.find(gone + "reading standard input, 1.0 s") != std::string::npos);
  CHECK(shown.find(gone + "24 points -> 23") != std::string::npos);
  CHECK(on_terminal("-q") == "");
}
