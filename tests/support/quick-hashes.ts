// Hashing a password takes 25 ms by design, and the database tests hash some ten thousand. This lowers the cost of our
// own hashes. Format, limits, comparison and storage are unchanged, and hashes with other costs are computed with
// those. password-hash.test.ts runs without this and tests the cost.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const kept = Symbol.for('argon2 as Node has it')
type Kept = { [kept]?: typeof crypto.argon2 }

// Wraps the function once for all files of a worker, before any module of the server is loaded.
const original = ((globalThis as Kept)[kept] ??= crypto.argon2)
const quick: typeof original = (algorithm, cost, answer) =>
  original(
    algorithm,
    cost.memory === 19_456 && cost.passes === 2 ? { ...cost, memory: 8, passes: 1 } : cost,
    answer,
  )
Object.assign(crypto, { argon2: quick })
syncBuiltinESMExports()
