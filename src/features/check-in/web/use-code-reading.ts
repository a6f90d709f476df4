import { useEffect, useEffectEvent, useState } from 'react'
import { createSeenCodes } from './seen-codes'

interface CodeReader {
  read: (source: HTMLVideoElement) => Promise<string[]>
}

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

type DetectorKind = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const formats = ['qr_code']

// Eight reads a second find a code as soon as the hand is steady, without heating the phone.
const EVERY_MS = 120

/** Reads codes in the picture while `isReading`. Returns whether it can; undefined until that is known. */
export function useCodeReading(
  video: HTMLVideoElement | null,
  isReading: boolean,
  onCode: (code: string) => void,
): boolean | undefined {
  const [reader, setReader] = useState<CodeReader | null>()
  const [seen] = useState(createSeenCodes)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    let isOver = false
    openCodeReader().then(
      (opened) => !isOver && setReader(opened),
      () => !isOver && setReader(null),
    )
    return () => {
      isOver = true
    }
  }, [])
  useEffect(() => {
    if (!reader || !video) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    async function look(source: HTMLVideoElement, by: CodeReader): Promise<void> {
      const codes =
        source.readyState >= 2 && source.videoWidth > 0 ? await by.read(source).catch(() => []) : []
      if (isOver) return
      const fresh = seen.look(codes, performance.now(), isReading)
      if (fresh !== undefined) report(fresh)
      timer = setTimeout(() => void look(source, by), EVERY_MS)
    }
    void look(video, reader)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [reader, video, isReading, seen])
  return reader === undefined ? undefined : reader !== null
}

/** Opens the browser's reader if it reads QR codes; otherwise loads and compiles the bundled one. */
async function openCodeReader(): Promise<CodeReader> {
  const detector = (await ownDetector()) ?? (await loadDetector())
  return { read: async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue) }
}

async function ownDetector(): Promise<Detector | undefined> {
  const Own = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector
  if (!Own) return undefined
  try {
    return (await Own.getSupportedFormats()).includes('qr_code') ? new Own({ formats }) : undefined
  } catch {
    // The browser has the API, but this system lacks the service.
    return undefined
  }
}

async function loadDetector(): Promise<Detector> {
  const { createDetector } = await import('./wasm-reader')
  return createDetector()
}
