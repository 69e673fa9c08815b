import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The page is served by stramash itself, under a content security policy without inline script or style.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/stramash/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rollupOptions: {
      output: {
        // What the first page needs comes in one file: every other one costs a request and its headers.
        manualChunks(id, { getModuleInfo, getModuleIds }) {
          const reached = new Set<string>();
          const open = [...getModuleIds()].filter((one) => getModuleInfo(one)?.isEntry);
          for (let one = open.pop(); one !== undefined; one = open.pop()) {
            if (reached.has(one)) continue;
            reached.add(one);
            open.push(...(getModuleInfo(one)?.importedIds ?? []));
          }
          return reached.has(id) ? 'main' : undefined;
        },
      },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
