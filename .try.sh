export abs_top_srcdir=/tmp/wt/neighbor ETHERDX=/tmp/wt/neighbor/build/src/etherdx
mount -t tmpfs tmpfs /run/netns
bats --tap tests/lab/neighbor.bats
