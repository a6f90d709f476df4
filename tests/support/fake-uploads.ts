import { vi } from 'vitest'

type Sent = {
  url: string
  body: unknown
  /** Reports upload progress, as a share from 0 to 1. */
  progress: (share: number) => void
  answer: (status: number, body: unknown) => void
  fail: () => void
  isAborted: () => boolean
}

/** Replaces XMLHttpRequest; returns the sent requests, each with functions to answer it. */
export function fakeUploads(): Sent[] {
  const all: Sent[] = []
  vi.stubGlobal('XMLHttpRequest', function FakeRequest() {
    const request = new EventTarget()
    const upload = new EventTarget()
    const state = { url: '', status: 0, text: '', isAborted: false }
    return Object.defineProperties(
      Object.assign(request, {
        upload,
        open: (_: string, url: string) => void (state.url = url),
        setRequestHeader: () => undefined,
        abort: () => {
          state.isAborted = true
          request.dispatchEvent(new Event('abort'))
        },
        send: (body: unknown) =>
          void all.push({
            url: state.url,
            body,
            progress: (share) =>
              void upload.dispatchEvent(
                Object.assign(new Event('progress'), { loaded: share * 100, total: 100 }),
              ),
            answer: (status, answer) => {
              state.status = status
              state.text = typeof answer === 'string' ? answer : JSON.stringify(answer)
              request.dispatchEvent(new Event('load'))
            },
            fail: () => void request.dispatchEvent(new Event('error')),
            isAborted: () => state.isAborted,
          }),
      }),
      { status: { get: () => state.status }, responseText: { get: () => state.text } },
    )
  })
  return all
}

/** Makes every picture load with this size, or fail, because jsdom renders nothing. */
export function fakePictures(size: { width: number; height: number } | undefined): void {
  vi.stubGlobal('Image', function FakeImage() {
    return {
      src: '',
      naturalWidth: size?.width,
      naturalHeight: size?.height,
      decode: async () => {
        if (!size) throw new Error('EncodingError')
      },
    }
  })
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('ResizeObserver', function FakeObserver() {
    return { observe: () => undefined, disconnect: () => undefined, unobserve: () => undefined }
  })
}
