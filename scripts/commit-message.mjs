// The commit-msg hook (see CONTRIBUTING.md): refuses subjects that are too long or not imperative.
import { readFileSync } from 'node:fs'

const LONGEST = 72
const NOT_IMPERATIVE = /^(?!(?:embed|feed|need|shed|speed|bring|ping)\b)\w+(?:ed|ing)\b/i
const THIRD_PERSON = /^(?:add|allow|check|fixe|make|move|remove|rename|rewrite|update|use)s\b/i

function problemOf(message) {
  const subject = message.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  if (/^(?:fixup|squash|amend)! |^(?:Merge|Revert) /.test(subject)) return undefined
  if (subject === '') return 'The commit message is empty.'
  if (subject.length > LONGEST)
    return `The subject has ${subject.length} characters; at most ${LONGEST} are allowed.`
  if (subject.endsWith('.')) return 'The subject ends with a full stop.'
  if (!/^[A-Z]/.test(subject)) return 'The subject does not start with a capital letter.'
  if (NOT_IMPERATIVE.test(subject) || THIRD_PERSON.test(subject))
    return 'The subject is not imperative. Write "Refuse sale windows", not "Refused" or "Refuses".'
  return undefined
}

const problem = problemOf(readFileSync(process.argv[2], 'utf8'))
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}
