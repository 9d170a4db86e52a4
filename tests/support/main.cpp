// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "share_small_calls.hpp"
#include "skip.hpp"

namespace {

constexpr int exit_skipped = 77; // SKIP_RETURN_CODE of thrustline_test()

int skips = 0;
bool skipped_in_this_case = false;
int cases_that_tested = 0;
int cases_without_assertion = 0; ///< that skipped nothing either
bool no_case_ran = false;

/// Counts the cases that made an assertion, and those that neither made one nor said what they skip. Notes filters that
/// match no case.
struct case_counter : doctest::IReporter {
  explicit case_counter(doctest::ContextOptions const&) {}

  void test_case_start(doctest::TestCaseData const&) override { skipped_in_this_case = false; }

  void test_case_end(doctest::CurrentTestCaseStats const& stats) override {
    if (stats.numAssertsCurrentTest > 0)
      ++cases_that_tested;
    else if (!skipped_in_this_case)
      ++cases_without_assertion;
  }

  void test_run_end(doctest::TestRunStats const& stats) override {
    no_case_ran = stats.numTestCasesPassingFilters == 0;
  }

  void report_query(doctest::QueryData const&) override {}
  void test_run_start() override {}
  void test_case_reenter(doctest::TestCaseData const&) override {}
  void test_case_exception(doctest::TestCaseException const&) override {}
  void subcase_start(doctest::SubcaseSignature const&) override {}
  void subcase_end() override {}
  void log_assert(doctest::AssertData const&) override {}
  void log_message(doctest::MessageData const&) override {}
  void test_case_skipped(doctest::TestCaseData const&) override {}
};

} // namespace

REGISTER_LISTENER("case_counter", 1, case_counter);

void thrustline::test::skip(std::string const& what_and_why) {
  ++skips;
  skipped_in_this_case = true;
  std::printf("SKIPPED: %s\n", what_and_why.c_str());
}

int main(int argc, char** argv) {
  thrustline::test::share_small_calls();
  doctest::Context context(argc, argv);
  const int failed = context.run();
  if (no_case_ran) {
    std::printf("no test case matches the filters\n");
    return 1;
  }
  if (cases_without_assertion > 0) {
    std::printf("%d test cases made no assertion and skipped nothing\n", cases_without_assertion);
    return 1;
  }
  return failed == 0 && skips > 0 && cases_that_tested == 0 ? exit_skipped : failed;
}
