import { useEffect, useEffectEvent, useState } from 'react'
import { type CodeReader, openCodeReader } from './code-reader'
import { createSeen } from './seen-codes'

// Eight looks a second find a code as soon as a hand holds still, and leave the phone cool.
const EVERY_MS = 120

/** Looks for codes in the picture while `isReading`; answers whether it can, undefined until that is known. */
export function useCodeReading(
  video: HTMLVideoElement | null,
  isReading: boolean,
  onCode: (code: string) => void,
): boolean | undefined {
  const [reader, setReader] = useState<CodeReader | null>()
  const [seen] = useState(createSeen)
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    let isGone = false
    openCodeReader().then(
      (opened) => !isGone && setReader(opened),
      () => !isGone && setReader(null),
    )
    return () => {
      isGone = true
    }
  }, [])
  useEffect(() => {
    if (!reader || !video) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    async function look(source: HTMLVideoElement, by: CodeReader): Promise<void> {
      const codes =
        source.readyState >= 2 && source.videoWidth > 0 ? await by.read(source).catch(() => []) : []
      if (isGone) return
      const fresh = seen.look(codes, performance.now(), isReading)
      if (fresh !== undefined) tell(fresh)
      timer = setTimeout(() => void look(source, by), EVERY_MS)
    }
    void look(video, reader)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [reader, video, isReading, seen])
  return reader === undefined ? undefined : reader !== null
}
