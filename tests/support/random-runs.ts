const TIMES = Number(process.env['RANDOM_TIMES'] ?? 1)

/** Returns how often a random test runs: `usual` in `npm test`, more with RANDOM_TIMES (see docs/operating.md). */
export const randomRuns = (usual: number): number => usual * TIMES
