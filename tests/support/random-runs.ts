const TIMES = Number(process.env['RANDOM_TIMES'] ?? 1)

/**
 * Returns how many runs or samples a test takes: `usual` in `npm test`, more with RANDOM_TIMES (see docs/operating.md).
 */
export const randomRuns = (usual: number): number => usual * TIMES
