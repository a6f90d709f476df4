/** Reads QR codes from a picture: answers what each of them says. */
export interface CodeReader {
  read: (source: HTMLVideoElement) => Promise<string[]>
}

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorKind = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const formats = ['qr_code']

/** The browser's own reader where it has one for QR codes, else ours, which is fetched and compiled only then. */
export async function openCodeReader(): Promise<CodeReader> {
  const detector = (await ownDetector()) ?? (await fetchedDetector())
  return { read: async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue) }
}

async function ownDetector(): Promise<Detector | undefined> {
  const Own = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector
  if (!Own) return undefined
  try {
    return (await Own.getSupportedFormats()).includes('qr_code') ? new Own({ formats }) : undefined
  } catch {
    // Named, but without a service behind it on this system.
    return undefined
  }
}

async function fetchedDetector(): Promise<Detector> {
  const { createDetector } = await import('./wasm-reader')
  return createDetector()
}
