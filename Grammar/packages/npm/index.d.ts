/** A case; PROTOCOL.md says how its values are written. */
export interface Case {
  id: string;
  topic: string;
  rule: string;
  format?: string;
  expression?: string;
  arguments?: unknown[];
  variables?: Record<string, unknown>;
  object?: unknown;
  fixture?: string;
  entity?: string;
  expect: Record<string, unknown>;
  canonical?: string;
  level: "required" | "optional" | "choice";
  dialects: ("apple" | "open")[];
  capabilities: string[];
  source: string;
}

/** A case of a fetch statement. */
export interface FetchCase {
  name: string;
  rule: string;
  statement: string;
  variables?: Record<string, unknown>;
  expect: Record<string, unknown>;
}

/** The folder of the standard. */
export const folder: string;
/** The version of the suite. */
export const version: string;
/** The cases of a dialect, "open" by default. With capabilities only those that need core and these. */
export function cases(options?: { dialect?: "apple" | "open"; capabilities?: string[] }): Case[];
/** The cases of fetch statements. */
export function fetchCases(): FetchCase[];
/** The entities and rows of the fixture `movies`. */
export function fixture(): unknown;
