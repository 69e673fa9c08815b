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
  },
  test: { include: ['tests/**/*.test.ts'] },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
