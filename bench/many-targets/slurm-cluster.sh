#!/usr/bin/env bash
# Starts and stops a Slurm controller with two nodes on this machine: slurm-cluster.sh DIR start|stop. Needs root, and the
# Debian packages slurmctld, slurmd, slurm-client and munge.
set -eu
dir=$(realpath "$1"); host=$(hostname -s)
if [ "$2" = stop ]; then
  for file in "$dir"/*.pid; do [ -s "$file" ] && kill "$(cat "$file")" || true; done
  exit 0
fi
mkdir -p "$dir"/state "$dir"/n1 "$dir"/n2 /run/munge
if [ ! -f /etc/munge/munge.key ]; then head -c 1024 /dev/urandom > /etc/munge/munge.key; fi
chown munge: /etc/munge/munge.key /run/munge
chmod 400 /etc/munge/munge.key
pgrep -x munged > /dev/null || su -s /bin/sh munge -c "/usr/sbin/munged --pid-file $dir/munged.pid" || su -s /bin/sh munge -c /usr/sbin/munged
cat > "$dir/slurm.conf" <<EOT
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17000
SlurmUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/%n
SlurmctldPidFile=$dir/ctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/ctld.log
SlurmdLogFile=$dir/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
JobRequeue=1
RequeueExit=4,137
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17001 CPUs=1 RealMemory=1000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17002 CPUs=1 RealMemory=1000
PartitionName=p Nodes=n1,n2 Default=YES State=UP
EOT
export SLURM_CONF="$dir/slurm.conf"
slurmctld -f "$SLURM_CONF"
sleep 1
slurmd -f "$SLURM_CONF" -N n1
slurmd -f "$SLURM_CONF" -N n2
for _ in $(seq 30); do
  if sinfo -h -t idle -o %D | grep -qx 2; then exit 0; fi
  sleep 1
done
sinfo
exit 1
