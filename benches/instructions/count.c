/* A plugin for QEMU's user mode that prints how many instructions a program executed. Usage:
 *
 *     gcc -shared -fPIC -O2 -o count.so count.c
 *     qemu-aarch64 -plugin ./count.so -d plugin PROGRAM
 *
 * Distributions do not package the header, so the few parts of the interface that it uses are declared here (QEMU 7 and
 * later, "TCG Plugins" in its documentation).
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb; /* a block of instructions that is translated and run as a whole */
typedef uint64_t qemu_plugin_id_t;

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*translated)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, void (*run)(unsigned, void *), int flags,
                                          void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*ended)(qemu_plugin_id_t, void *), void *data);
void qemu_plugin_outs(const char *text);

#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION 1
#endif
__attribute__((visibility("default"))) int qemu_plugin_version = PLUGIN_VERSION;

static uint64_t instructions;

static void count(unsigned cpu, void *in_block)
{
    (void)cpu;
    __atomic_fetch_add(&instructions, (uintptr_t)in_block, __ATOMIC_RELAXED);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, count, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void print(qemu_plugin_id_t id, void *unused)
{
    char text[64];
    (void)id, (void)unused;
    snprintf(text, sizeof text, "instructions %" PRIu64 "\n", instructions);
    qemu_plugin_outs(text);
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, print, NULL);
    return 0;
}
