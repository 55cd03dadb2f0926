#!/bin/sh
#SBATCH --job-name=store-orders-conformance
#SBATCH --array=0-99
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=results/shard-%a.log
# slurm.conf has RequeueExit=4,137: a killed task is queued again, a verdict (1, 3) is not. No `exec` here: it is the shell
# that makes 137 of a SIGKILL.
npx --no -- store-orders-conformance run --all-targets \
  --shard "$((SLURM_ARRAY_TASK_ID + 1))/$SLURM_ARRAY_TASK_COUNT" --resume --report 'json=results/{target}.json'
