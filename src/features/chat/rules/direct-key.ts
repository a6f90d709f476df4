/** Returns the key of a direct conversation, the same for both people: their ids in lower case, the lower one first. */
export function directKeyOf(one: string, other: string): string {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()].toSorted()
  return `${first}:${second}`
}

export function otherOf(directKey: string, personId: string): string {
  const [first = '', second = ''] = directKey.split(':')
  return first === personId ? second : first
}
