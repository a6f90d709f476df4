export interface ReceivedEvent {
  event: string
  id: number | undefined
  data: unknown
}

/**
 * Reads an event stream until it ends or throws. A truncated event is dropped. Calls `heed` with each event and waits
 * for it before reading the next one.
 */
export async function readStream(
  url: string,
  init: RequestInit,
  heed: (event: ReceivedEvent) => Promise<void>,
): Promise<void> {
  const response = await fetch(url, init)
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitAtColon(line)))
      const data = fields.get('data')
      const id = fields.get('id')
      if (data === undefined) continue
      await heed({
        event: fields.get('event') ?? 'message',
        id: id === undefined ? undefined : Number(id),
        data: JSON.parse(data) as unknown,
      })
    }
  }
}

function splitAtColon(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}
