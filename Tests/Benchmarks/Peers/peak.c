/* Runs a command and adds a line with its peak memory in KiB, seen from outside: peak SECONDS COMMAND ARGUMENT...
   A command that takes more seconds of processor time is ended.
   A process counts what its parent held when it was forked, so the parent has to be this small. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    struct rlimit limit = {(rlim_t)atoi(argv[1]), (rlim_t)atoi(argv[1]) + 1};
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &limit);
        execv(argv[2], argv + 2);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0)
        return 2;
    printf("peak %ld\n", usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
