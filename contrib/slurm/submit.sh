#!/bin/sh
# Submits a census to Slurm: a job array of the shards, and a job that joins them when all have ended.
# Prints the ids of both. Submitting it again computes only the missing parts. See docs/cluster.md.
#
#   BOARD=5x5 OUT=/shared/census-5x5 SHARDS=64 KO=strict contrib/slurm/submit.sh [OPTION OF SBATCH...]
#
#   BOARD   the board
#   OUT     the folder, visible to all nodes
#   SHARDS  the number of shards; default 16
#   KO      none, loose or strict; default none
#   HOSHI   the program, at the same path on all nodes; default `hoshi` in PATH
#
# Options go to both jobs: --partition, --account, --time, --cpus-per-task (as many threads) and so on.
set -eu

fail() {
    printf 'submit.sh: %s\n' "$1" >&2
    exit 2
}

[ -n "${BOARD:-}" ] || fail 'set the board, as in BOARD=5x5'
[ -n "${OUT:-}" ] || fail 'set the folder, as in OUT=/shared/census-5x5'
SHARDS=${SHARDS:-16}
case $SHARDS in
0* | *[!0-9]*) fail "SHARDS is \`$SHARDS\`; it must be a number of at least 1" ;;
esac
KO=${KO:-none}
program=${HOSHI:-hoshi}
HOSHI=$(command -v "$program") || fail "there is no program \`$program\`; set its path, as in HOSHI=/opt/bin/hoshi"

# Jobs run in another folder.
absolute() {
    case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s/%s\n' "$PWD" "$1" ;;
    esac
}
OUT=$(absolute "${OUT%/}")
HOSHI=$(absolute "$HOSHI")
export BOARD OUT SHARDS KO HOSHI

case $OUT in
*%*) fail "OUT must not contain a percent sign, which is special in Slurm's log names: $OUT" ;;
esac
here=$(dirname "$0")
logs=$OUT.logs
mkdir -p "$logs"

# `sbatch --parsable` says `ID` or `ID;CLUSTER`.
census=$(sbatch --parsable --export=ALL --array="0-$((SHARDS - 1))" --output="$logs/%A_%a.log" \
    "$@" "$here/census.sbatch")
census=${census%%;*}
printf 'census %s\n' "$census"

# After success or failure (afterany): it reports what is missing.
merge=$(sbatch --parsable --export=ALL --dependency="afterany:$census" --output="$logs/%j_merge.log" \
    "$@" "$here/merge.sbatch")
printf 'merge %s\n' "${merge%%;*}"
