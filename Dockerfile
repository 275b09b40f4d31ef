# The page:       docker run --rm --publish 127.0.0.1:8642:8642 --hostname localhost playout
# A Dask worker:  docker run --rm --env NUMBA_NUM_THREADS=1 playout \
#                     dask worker tcp://HOST:8786 --nthreads 1 --nworkers 1 --no-dashboard
# `make image` builds it.

FROM python:3.13-slim AS build
WORKDIR /build
COPY . .
ARG COMMIT=""
# The versions of the lock, without its hashes: pip wants none or one for each, and the folder has none.
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > src/playout/COMMIT; fi \
    && sed -e '/--hash=/d' -e 's/ *\\$//' requirements.lock > pins.txt \
    && python -m venv /opt/playout \
    && /opt/playout/bin/pip install --no-cache-dir --constraint pins.txt '.[cluster,web]'
# The kernels of a release; another processor compiles its own when they are first used.
RUN if [ "$(uname -m)" = x86_64 ]; then \
        /opt/playout/bin/python tools/precompile.py \
            "$(/opt/playout/bin/python -c 'from playout.cache import SHIPPED; print(SHIPPED)')"; \
    fi \
    && chmod -R a+rX /opt/playout

FROM python:3.13-slim
COPY --from=build /opt/playout /opt/playout
ENV PATH=/opt/playout/bin:$PATH
RUN useradd --uid 1000 --create-home playout
USER 1000
WORKDIR /home/playout
EXPOSE 8642
# Others can reach it: it prints the link with its token, or takes one from PLAYOUT_TOKEN.
CMD ["playout", "web", "--host", "0.0.0.0", "--no-browser"]
