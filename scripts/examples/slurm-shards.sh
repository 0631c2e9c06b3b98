#!/bin/sh
#SBATCH --job-name=bulkdoku
#SBATCH --array=1-16
#SBATCH --cpus-per-task=4
# Solves a large file in as many shards as the array has tasks. Submit it, and rerun a lost task by its number:
#   sbatch slurm-shards.sh puzzles.txt results
#   sbatch --array=3 --export=ALL,SHARDS=16 slurm-shards.sh puzzles.txt results
# When all tasks have ended, combine the results:
#   bulkdoku merge-summaries results/*.json; cat results/part-*.txt >answers.txt
set -eu

input=$1
results=$2
shards=${SHARDS:-$SLURM_ARRAY_TASK_COUNT}
part=$results/part-$(printf '%05d' "$SLURM_ARRAY_TASK_ID")
mkdir -p "$results"
code=0
bulkdoku solve "$input" --shard "$SLURM_ARRAY_TASK_ID/$shards" --threads "${SLURM_CPUS_PER_TASK:-0}" \
    --output "$part.txt" --summary "$part.json" --progress plain || code=$?
# Code 1 means that some records have no solution. Their lines say why, so the task has succeeded.
[ "$code" -le 1 ]
