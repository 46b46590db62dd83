import { importDirections } from './imports.ts';
import type { Rule } from './rule.ts';
import { fileLength, fileNames, mentionedFiles, testNames } from './shape.ts';
import { plainWords } from './trade-words.ts';
import { operationNames, wireNames } from './wire-names.ts';
import { bannedWords } from './words.ts';

export const rules: readonly Rule[] = [
  importDirections,
  wireNames,
  operationNames,
  ...bannedWords,
  plainWords,
  fileNames,
  fileLength,
  testNames,
  mentionedFiles,
];
