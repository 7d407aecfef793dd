# NOT RUN: this file was written without Docker. The commands are those of README.md and scripts/static-build, which were run on Debian 12.
#
#   docker build -t predicate .
#   docker run --rm -it -v "$PWD:/data" predicate /data/films.sqlite
FROM swift:6.2-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends git libedit-dev libsqlite3-dev zlib1g-dev libxml2-dev liblzma-dev libicu-dev \
    libbsd-dev libncurses-dev
COPY . /source
RUN cd /source && scripts/static-build --full /predicate

FROM scratch
COPY --from=build /predicate /predicate
ENTRYPOINT ["/predicate"]
