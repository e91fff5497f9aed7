/** Names the folder in which the files of one run of tests share what they compile. */
export const SHARED_OBJECTS = 'SHARED_OBJECTS';
