import type { ScannedSpan } from './scanned-span.ts'

/** Where scanned spans go. */
export interface ScanSink {
  /** The span is gone when this returns. */
  scanned(span: ScannedSpan): void
}

/** Reads the spans of one OTLP request from its bytes. */
export interface SpanScanner {
  /**
   * Hands every span between `start` and `end` to the sink. False where the request is odd, or broken: the sink then has
   * to forget what it got of it. Throws nothing but what the sink throws.
   */
  scan(bytes: Uint8Array, start: number, end: number, sink: ScanSink): boolean
}
