/** One generation: read, validate, resolve, measure, then compare or write. */
import { type Diagnostic, hasErrors, sortDiagnostics, strictly } from '../../dsl/diagnostics.ts';
import { emitFiles } from '../../dsl/emit/files.ts';
import { driftDiagnostics } from '../../dsl/measure.ts';
import { resolvePresets } from '../../dsl/presets.ts';
import { type ModeSource, resolveModes } from '../../dsl/resolve.ts';
import { resolveTemplates } from '../../dsl/templates.ts';
import type { ModeValidator } from '../../dsl/validate.ts';
import { type GeneratedDocument, updateDocuments } from './document-sections.ts';
import type { Engines } from './engines.ts';
import { alone, isUnfinished } from './lock.ts';
import { readModes } from './sources.ts';
import { compare, type Difference, type Files, placeOf, recover, replace } from './tree.ts';

export interface GenerateOptions {
  /** Folder of the mode files. */
  readonly modes: string;
  /** Folder that is compared or written. */
  readonly out: string;
  /** Compare only. */
  readonly check: boolean;
  /** Warnings count as errors. */
  readonly strict: boolean;
  readonly engines: (check: boolean) => Promise<Engines>;
  readonly validate?: ModeValidator;
  /** Documents whose generated sections are compared or written too. */
  readonly documents?: readonly GeneratedDocument[];
  /** Files that the caller wrote because the engines cannot be read without them. */
  readonly written?: readonly string[];
}

export interface Outcome {
  /** The files that were read, for those who show their lines. */
  readonly sources: readonly ModeSource[];
  /** Presets and templates. */
  readonly beside: readonly ModeSource[];
  readonly diagnostics: readonly Diagnostic[];
  /** What differed: written unless checking. Undefined where a problem kept us from looking. */
  readonly difference: Difference | undefined;
  /**
   * What differed and depends on no mode (sections of documents, the contract, the compiled engines): written unless
   * checking, before any mode is judged.
   */
  readonly prepared: readonly string[];
  readonly ok: boolean;
}

const count = (difference: Difference): number =>
  difference.stale.length + difference.missing.length + difference.orphan.length;

/** Reads only, but for what a killed run left behind; a run that still writes is awaited. */
async function compared(folder: string, files: Files): Promise<Difference> {
  const out = placeOf(folder);
  if (isUnfinished(out)) await alone(out, () => recover(out));
  return compare(out, files);
}

const written = (folder: string, files: Files): Promise<Difference> => {
  const out = placeOf(folder);
  return alone(out, () => replace(out, files));
};

/** Generates or checks; throws only on trouble with the file system or the engines themselves. */
export async function generate(options: GenerateOptions): Promise<Outcome> {
  const { sources, strangers, ...beside } = readModes(options.modes);
  // Before the engines are compiled: firmware/abi has generated sections too. They do not depend on modes.
  const documents = updateDocuments(options.documents ?? [], options.check);
  const engines = await options.engines(options.check);
  const prepared = [...(options.written ?? []), ...documents, ...(engines.stale ?? [])];
  const resolution = resolveModes(sources, engines.catalogue, options.validate);
  const { modes } = resolution;
  // Every mode that resolved is measured, also beside one that did not: all problems in one report.
  const drifts = await engines.measure(modes);
  const { presets, diagnostics: presetProblems } = resolvePresets(
    beside.presets,
    modes,
    sources.map(({ file }) => file),
  );
  const { templates, diagnostics: templateProblems } = resolveTemplates(beside.templates);
  const read = [...beside.presets, ...beside.templates];
  const found = sortDiagnostics([
    ...resolution.diagnostics,
    ...presetProblems,
    ...templateProblems,
    ...strangers,
    ...driftDiagnostics(drifts, modes, sources),
  ]);
  const diagnostics = options.strict ? strictly(found) : found;
  if (hasErrors(diagnostics)) {
    return { sources, beside: read, diagnostics, difference: undefined, prepared, ok: false };
  }
  const difference = await (options.check ? compared : written)(
    options.out,
    emitFiles(modes, presets, templates),
  );
  const ok = options.check
    ? count(difference) === 0 && prepared.length === 0
    : difference.foreign.length === 0;
  return { sources, beside: read, diagnostics, difference, prepared, ok };
}
