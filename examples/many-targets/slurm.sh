#!/bin/sh
#SBATCH --job-name=store-orders-conformance
#SBATCH --array=0-99
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=results/shard-%a.log
# With RequeueExit=4,137 in slurm.conf, Slurm requeues a killed task, but not one with a verdict (1, 3). No `exec` here: the
# shell turns SIGKILL into exit code 137.
npx --no -- store-orders-conformance run --all-targets \
  --shard "$((SLURM_ARRAY_TASK_ID + 1))/$SLURM_ARRAY_TASK_COUNT" --resume --report 'json=results/{target}.json'
