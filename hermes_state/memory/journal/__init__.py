"""What is kept beside a store's file: the record of its changes and what is known of its entries."""
