import type { ChildProcess } from 'node:child_process'

/** Returns the port that a starting product prints once it responds. @throws when the process ends before that. */
export function readPrintedPort(product: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = ''
    product.once('error', reject)
    product.once('exit', (code, signal) =>
      reject(new Error(`the product ended (${signal ?? code}) before it was ready`)),
    )
    product.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const port = /^Back to Back is at http:\S+:(\d+)\n/m.exec(printed)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
}
