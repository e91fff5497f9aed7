/** From files of templates to tables of controllers: what an engine sends, and what a synth is sent instead. */
import { type Diagnostic, hasErrors } from './diagnostics.ts';
import { templateJsonSchema } from './json-schema.ts';
import { type JsonText, readJson } from './json-text.ts';
import type { ModeSource } from './resolve.ts';
import { IDENTIFIER_PATTERN } from './schema/identifier.ts';
import { CONTROLLER_ROLES, type TemplateDeclaration } from './schema/template.ts';
import { isRefused, schemaDiagnostics, validatorOf } from './validate.ts';
import { quote } from './wording.ts';

export interface ResolvedTemplate {
  /** The name of its file. */
  readonly id: string;
  readonly name: string;
  /** By rising numbers that engines send; the others are not sent. */
  readonly controllers: readonly (readonly [from: number, to: number])[];
}

export interface TemplateResolution {
  readonly templates: readonly ResolvedTemplate[];
  readonly diagnostics: readonly Diagnostic[];
}

const idOf = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.json$/, '');

const rolesOf = ({ controllers }: TemplateDeclaration): (readonly [string, number, number])[] =>
  Object.entries(CONTROLLER_ROLES).flatMap(([role, from]) => {
    const to = Object.entries(controllers).find(([name]) => name === role)?.[1];
    return to === undefined ? [] : [[role, from, to] as const];
  });

/** Gives what is wrong with a template beyond its schema. */
function judge(
  text: JsonText,
  id: string,
  declared: TemplateDeclaration,
  others: readonly ResolvedTemplate[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (!IDENTIFIER_PATTERN.test(id)) {
    const message = `the file must be named like korg_minilogue.json: a letter, then a-z, 0-9 and _; it is ${quote(id)}`;
    found.push(text.at('E_TEMPLATE', [], message));
  }
  if (others.some(({ name }) => name === declared.name)) {
    const message = `there is a template ${quote(declared.name)} already`;
    found.push(text.at('E_TEMPLATE', ['name'], message));
  }
  const taken = new Map<number, string>();
  for (const [role, , to] of rolesOf(declared)) {
    const first = taken.get(to);
    if (first === undefined) {
      taken.set(to, role);
      continue;
    }
    const message = `${quote(first)} goes to controller ${to} already; one of the two must go elsewhere or be left out`;
    found.push(text.at('E_TEMPLATE', ['controllers', role], message));
  }
  return found;
}

/** Resolves files of templates, each named after its synth, in the order of their names. */
export function resolveTemplates(sources: readonly ModeSource[]): TemplateResolution {
  const templates: ResolvedTemplate[] = [];
  const diagnostics: Diagnostic[] = [];
  const validate = validatorOf<TemplateDeclaration>(templateJsonSchema());
  for (const { file, content } of sources) {
    const text = readJson(file, content);
    const found: Diagnostic[] = [...text.problems];
    const verdict = text.value === undefined ? [] : validate(text.value);
    found.push(
      ...(isRefused(verdict)
        ? schemaDiagnostics(text, verdict)
        : judge(text, idOf(file), verdict, templates)),
    );
    diagnostics.push(...found);
    if (isRefused(verdict) || hasErrors(found)) continue;
    const controllers = rolesOf(verdict).map(([, from, to]) => [from, to] as const);
    templates.push({ id: idOf(file), name: verdict.name, controllers });
  }
  return { templates, diagnostics };
}
