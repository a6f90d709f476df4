const TIMES = Number(process.env['RANDOM_TIMES'] ?? 1)

/** Seed of all random tests; `npm run fuzz` sets another. */
export const RANDOM_SEED = Number(process.env['RANDOM_SEED'] ?? 20_261_205)

/** Returns how many runs or samples a test takes: `usual` in `npm test`, more with RANDOM_TIMES (`npm run fuzz`). */
export const randomRuns = (usual: number): number => usual * TIMES
