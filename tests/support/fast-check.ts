// fast-check with one seed for all properties, so that every run of the suite tests the same cases. `npm run fuzz` sets
// other seeds and more runs. A lint rule keeps tests from importing the package itself.
import { configureGlobal } from 'fast-check'
import { RANDOM_SEED, randomRuns } from './random-runs'

configureGlobal({ seed: RANDOM_SEED, numRuns: randomRuns(100) })

export * from 'fast-check'
