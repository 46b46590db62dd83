import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2023',
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    // The names of files change with their content alone.
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        // Addresses are compared in small letters.
        chunkFileNames: ({ name }) => `${name.toLowerCase()}-[hash].js`,
        // What every screen needs is one file, not one for each set of screens that shares a part of it.
        codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] },
      },
      onwarn(warning, warn) {
        // 'use client' says nothing where all is for the browser.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
