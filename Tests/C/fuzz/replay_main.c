/* Feeds files, or all files of folders, to a harness: what libFuzzer does with a corpus, for any compiler. */
#include <dirent.h>
#include <errno.h>

#include "support.h"

static size_t replayed;

static void replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "replay: can't open %s: %s\n", path, strerror(errno));
        exit(2);
    }
    static uint8_t buffer[1 << 20];
    size_t size = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    /* As long as the file, so that valgrind and AddressSanitizer see its end. */
    uint8_t *data = malloc(size ? size : 1);
    REQUIRE(data);
    memcpy(data, buffer, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            replay_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            if (entry->d_name[0] == '.')
                continue;
            char path[4096];
            REQUIRE(snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name) < (int)sizeof path);
            replay_file(path);
        }
        closedir(folder);
    }
    printf("%zu inputs replayed\n", replayed);
    return replayed == 0;
}
