import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['public/sw.js', 'node_modules', 'src/lib/server/protocol.ts', 'src/lib/cards/deck.ts'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // French sets a space that does not break before some signs.
      'no-irregular-whitespace': ['error', { skipTemplates: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `void something` in an effect says what it depends on.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Sets and maps here are replaced, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      // A blank at the end of a block is dropped unless it stands in a mustache.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    // Scripts of the build run in Node and have no types.
    files: ['**/*.js'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: { ...globals.node }, parserOptions: { projectService: false } },
  },
);
