// A password costs 25 ms here, on purpose, and the database tests set and try some ten thousand of them; that it does is what
// password-hash.test.ts holds fast, which runs without this. Everything but the derivation of our own hashes stays: the line, its
// bound, the comparison, what is stored. A hash that was made elsewhere, with other costs, is reckoned as it says.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const kept = Symbol.for('argon2 as Node has it')
type Kept = { [kept]?: typeof crypto.argon2 }

// Once for all files of a worker, before anything of the server is read.
const original = ((globalThis as Kept)[kept] ??= crypto.argon2)
const quick: typeof original = (algorithm, cost, answer) =>
  original(
    algorithm,
    cost.memory === 19_456 && cost.passes === 2 ? { ...cost, memory: 8, passes: 1 } : cost,
    answer,
  )
Object.assign(crypto, { argon2: quick })
syncBuiltinESMExports()
