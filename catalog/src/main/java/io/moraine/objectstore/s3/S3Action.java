package io.moraine.objectstore.s3;

/** What is asked of S3, by the permission that it takes. */
enum S3Action {
  GET("s3:GetObject"),
  LIST("s3:ListBucket"),
  PUT("s3:PutObject"),
  DELETE("s3:DeleteObject");

  private final String permission;

  S3Action(String permission) {
    this.permission = permission;
  }

  /** Its name in policies. */
  String permission() {
    return permission;
  }
}
