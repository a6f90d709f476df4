/**
 * Whether this is `npm run test:long`. What takes minutes runs there in full, and in `npm test` in a short form. It runs
 * all journeys, also those with the tag `@long`, and those files of Vitest that import this constant.
 */
export const isLongRun = process.env['TEST_RUN'] === 'long'
