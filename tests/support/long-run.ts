/**
 * Whether this is `npm run test:long`, which runs only the files that import this constant: what takes minutes runs there
 * in full, and in `npm test` in a short form.
 */
export const isLongRun = process.env['TEST_RUN'] === 'long'
