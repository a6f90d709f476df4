/** Returns the key of a direct conversation, the same for both people: their ids in lower case, the lower one first. */
export function toDirectKey(personId: string, otherId: string): string {
  const [first, second] = [personId.toLowerCase(), otherId.toLowerCase()].toSorted()
  return `${first}:${second}`
}

export function getOtherId(directKey: string, personId: string): string {
  const [first = '', second = ''] = directKey.split(':')
  return first === personId ? second : first
}
