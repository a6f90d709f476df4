import type { ChaosClient, Told } from './client'

/**
 * Checks that every acknowledged message is stored once, under its acknowledged number, and that every client has read
 * all stored messages once and in order. Returns one sentence per fault.
 */
export function findFaults(clients: readonly ChaosClient[], stored: readonly Told[]): string[] {
  const faults: string[] = []
  const order = stored.map(({ id }) => id)
  const byClientId = new Map<string | null, Told[]>()
  for (const notified of stored)
    byClientId.set(notified.clientId, [...(byClientId.get(notified.clientId) ?? []), notified])
  for (const [clientId, same] of byClientId)
    if (same.length > 1) faults.push(`${clientId} is stored ${same.length} times`)

  clients.forEach((client, index) => {
    for (const { id, seq, clientId } of client.acknowledged) {
      const [found] = byClientId.get(clientId) ?? []
      if (found?.id !== id || found.seq !== seq)
        faults.push(`client ${index}: ${clientId} is acknowledged as ${seq}, stored as ${found?.seq}`)
    }
    if (!isRising(client.acknowledged.map(({ seq }) => seq)))
      faults.push(`client ${index}: their messages are not stored in the order they were written`)
    faults.push(...faultsOfReading(client, order).map((fault) => `client ${index}: ${fault}`))
  })
  return faults
}

function faultsOfReading({ read }: ChaosClient, order: readonly string[]): string[] {
  const faults: string[] = []
  const heard = read.map(({ id }) => id)
  const all = new Set(heard)
  const missed = order.filter((id) => !all.has(id)).length
  if (missed > 0) faults.push(`missed ${missed} of ${order.length} messages`)
  if (all.size < heard.length) faults.push(`read ${heard.length - all.size} messages twice`)
  if (!isRising(read.map(({ seq }) => seq))) faults.push('read messages in the wrong order')
  const known = new Set(order)
  const strange = heard.filter((id) => !known.has(id)).length
  if (strange > 0) faults.push(`read ${strange} messages that are not stored`)
  return faults
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
}
