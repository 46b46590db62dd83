import { refuseRequest } from './http-rules.ts';
import { isBelowAsmx, isBelowDefault, isBelowV1, pathOf } from './paths.ts';
import type { Request } from './request.ts';

/** The most bytes that the body of a request may have. */
export const bodyLimits = {
  json: 256 * 1024,
  service: 512 * 1024,
  /** Forms of pages, and the posts of carriers. */
  form: 64 * 1024,
} as const;

/** Limits the wait for a body: none for a request that is refused whatever its body is. */
export function mostBodyBytes(request: Request): number {
  if (refuseRequest(request)) return 0;
  const path = pathOf(request.url!);
  if (isBelowAsmx(path)) return bodyLimits.service;
  const isJson = isBelowDefault(path) || isBelowV1(path);
  return isJson ? bodyLimits.json : bodyLimits.form;
}
