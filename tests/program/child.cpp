// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thrustline::test {
namespace {

/// Files that replace the standard streams of a child process.
class streams {
public:
  streams() { posix_spawn_file_actions_init(&actions_); }
  ~streams() { posix_spawn_file_actions_destroy(&actions_); }
  streams(streams const&) = delete;
  streams& operator=(streams const&) = delete;

  void file(int stream, std::string const& path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, stream, path.c_str(), flags, 0600);
  }
  void descriptor(int stream, int other) { posix_spawn_file_actions_adddup2(&actions_, other, stream); }

  posix_spawn_file_actions_t const* get() const { return &actions_; }

private:
  posix_spawn_file_actions_t actions_;
};

pid_t spawn(std::vector<std::string> const& command, streams const& with) {
  std::vector<char*> words;
  for (std::string const& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  if (posix_spawn(&process, words[0], with.get(), nullptr, words.data(), environ) != 0)
    throw std::runtime_error("cannot run " + command[0]);
  return process;
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

ended run(std::vector<std::string> const& command, std::string const& standard_input) {
  const scratch_folder folder;
  streams with;
  with.file(STDIN_FILENO, folder.write("in", standard_input), O_RDONLY);
  with.file(STDOUT_FILENO, folder.path("out"), O_WRONLY | O_CREAT);
  with.file(STDERR_FILENO, folder.path("err"), O_WRONLY | O_CREAT);
  ended how;
  how.status = wait_for(spawn(command, with));
  how.out = folder.read("out");
  how.err = folder.read("err");
  return how;
}

std::vector<std::string> program_with(std::vector<std::string> const& arguments) {
  std::vector<std::string> command{THRUSTLINE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

} // namespace

ended run_program(std::vector<std::string> const& arguments, std::string const& standard_input) {
  return run(program_with(arguments), standard_input);
}

ended run_shell(std::string const& line) {
  ::setenv("THRUSTLINE", THRUSTLINE_PROGRAM, 1);
  return run({"/bin/sh", "-c", line}, "");
}

stuck_program::stuck_program(std::vector<std::string> const& arguments) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error("no pipe");
  streams with;
  with.descriptor(STDOUT_FILENO, ends[1]);
  with.file(STDERR_FILENO, "/dev/null", O_WRONLY);
  read_end_ = ends[0];
  process_ = spawn(program_with(arguments), with);
  ::close(ends[1]);
}

stuck_program::~stuck_program() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
  close_pipe();
}

void stuck_program::signal(int number) const { ::kill(process_, number); }

void stuck_program::close_pipe() {
  if (read_end_ >= 0)
    ::close(read_end_);
  read_end_ = -1;
}

void stuck_program::drain() {
  char bytes[4096];
  while (::read(read_end_, bytes, sizeof bytes) > 0) {
  }
}

int stuck_program::wait() {
  const int status = wait_for(process_);
  process_ = -1;
  return status;
}

std::string partial_file_in(scratch_folder const& folder) {
  for (int tries = 0; tries < 1000; ++tries) {
    for (std::string const& name : folder.names())
      if (name.find(".thrustline-partial-") == 0)
        return name;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return "";
}

} // namespace thrustline::test
