/**
 * A process that reads all records of a store and prints what the list of sites is made of, while the server that has
 * the store open goes on.
 *
 *     listing-process <directory>
 */
import { open } from 'lmdb';
import { linesOf, listingOf } from './listing.ts';
import { type Key, lmdbOptions } from './lmdb-tables.ts';
import { lowerPriority } from './priority.ts';
import { openTables } from './store-format.ts';

lowerPriority(process.pid);
const [, , directory = ''] = process.argv;
const root = open<Buffer, Key>(lmdbOptions(directory, true));
for (const line of linesOf(listingOf(openTables(root)))) process.stdout.write(line);
await root.close();
