/** The little of pngjs that the tests use; it comes without types. */
declare module "pngjs" {
  export class PNG {
    width: number;
    height: number;
    data: Buffer;
    constructor(size: { width: number, height: number });
    static sync: { read(file: Buffer): PNG, write(picture: PNG): Buffer };
  }
}
