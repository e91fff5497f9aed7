/** One controllable parameter: its range in real units, where it rests and how it responds. */
import * as v from 'valibot';
import { CurveSchema } from './curve.ts';
import { identifier } from './identifier.ts';

const declared = (title: string, description: string) =>
  v.pipe(v.number(), v.finite(), v.metadata({ title, description }));

export const ParamSchema = v.pipe(
  v.strictObject({
    name: identifier(
      'Name',
      'Name of the slot of the engine, unique within the mode. The last part of a name is its unit: ' +
        '_hz, _ms, _s, _db, _st (semitones), _cents, _bpm, _pct, _deg, _x (ratio); none means a plain number.',
      ['cutoff_hz', 'attack_ms', 'drive_db'],
    ),
    label: v.pipe(
      v.string(),
      v.metadata({ title: 'Label', description: 'What the player reads beside the control.' }),
    ),
    min: declared('Minimum', 'Lower end of the range, in the unit the name ends with.'),
    max: declared('Maximum', 'Upper end of the range, in the unit the name ends with.'),
    default: declared(
      'Default',
      'Value the hand-set panel starts from, in the unit the name ends with.',
    ),
    curve: CurveSchema,
    group: v.pipe(
      v.string(),
      v.metadata({ title: 'Group', description: 'Name of the group the control is shown in.' }),
    ),
    _note: v.exactOptional(
      v.pipe(
        v.string(),
        v.metadata({
          title: 'Note',
          description: 'Free text by the author; never shown to players.',
        }),
      ),
    ),
  }),
  v.metadata({ title: 'Param', description: 'A parameter of the engine that the network moves.' }),
);
