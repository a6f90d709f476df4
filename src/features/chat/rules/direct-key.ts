/** The name of the conversation of two people, whoever opens it: their ids in lower case, the lower one first. */
export function directKeyOf(one: string, other: string): string {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()].toSorted()
  return `${first}:${second}`
}

/** The id of the other of the two. */
export function otherOf(directKey: string, personId: string): string {
  const [first = '', second = ''] = directKey.split(':')
  return first === personId ? second : first
}
