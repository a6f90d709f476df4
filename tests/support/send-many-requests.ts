type Send = (turn: number) => Promise<{ status: number }>

/** Sends `count` requests in batches of 20 simultaneous ones; returns how often each status occurred. */
export async function storm(count: number, send: Send): Promise<(status: number) => number> {
  const statuses: number[] = []
  for (let from = 0; from < count; from += 20) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(20, count - from) }, (_none, at) => send(from + at)),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  return (status) => statuses.filter((found) => found === status).length
}

/**
 * Like `storm`, but sends one request after another. Simultaneous requests may pass a limit together, so the last
 * ones before a limit are sent this way when a test needs an exact count.
 */
export async function sendInTurn(count: number, send: Send): Promise<(status: number) => number> {
  const statuses: number[] = []
  for (let turn = 0; turn < count; turn += 1) statuses.push((await send(turn)).status)
  return (status) => statuses.filter((found) => found === status).length
}
